import { defineService } from '#core/service.ts'

export const midjourney = defineService({
  id: 'midjourney',
  path: 'midjourney',
  medium: 'image',
  place: 10,
  serviceId: 'd87e5e99-b797-4ade-9e73-b896896b0461'
})
