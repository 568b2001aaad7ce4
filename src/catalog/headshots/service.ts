import { defineService } from '#core/service.ts'

export const headshots = defineService({
  id: 'headshots',
  path: 'headshots',
  medium: 'image',
  place: 50,
  serviceId: '3b2ec5fb-cfcb-49f0-9393-6b8617a2d8c4'
})
