import { defineService } from '#core/service.ts'

export const nanobanana = defineService({
  id: 'nanobanana',
  path: 'nano-banana',
  medium: 'image',
  place: 30,
  serviceId: '44fa6ed2-1ad1-4c7e-a8bd-30002728c0d1'
})
