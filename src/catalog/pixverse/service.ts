import { defineService } from '#core/service.ts'

export const pixverse = defineService({
  id: 'pixverse',
  path: 'pixverse',
  medium: 'video',
  place: 100,
  serviceId: '74e74695-ceff-49d1-ac84-cfa876225ae8'
})
