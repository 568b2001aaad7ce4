import { defineService } from '#core/service.ts'

export const pixverse = defineService({
  id: 'pixverse',
  path: 'pixverse',
  medium: 'video',
  serviceId: '74e74695-ceff-49d1-ac84-cfa876225ae8'
})
