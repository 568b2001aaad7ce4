import { defineService } from '#core/service.ts'

export const luma = defineService({
  id: 'luma',
  path: 'luma',
  medium: 'video',
  place: 80,
  serviceId: 'dff45a0d-2858-4936-8e2b-3d49c52aff11'
})
