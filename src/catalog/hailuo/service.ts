import { defineService } from '#core/service.ts'

export const hailuo = defineService({
  id: 'hailuo',
  path: 'hailuo',
  medium: 'video',
  place: 90,
  serviceId: '5eaa73b7-b9a7-4a17-afb3-f658fd5495b0'
})
