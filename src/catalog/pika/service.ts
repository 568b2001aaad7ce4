import { defineService } from '#core/service.ts'

export const pika = defineService({
  id: 'pika',
  path: 'pika',
  medium: 'video',
  place: 110,
  serviceId: 'c7d407fa-0f87-4031-abbb-4f0716ff51ad'
})
