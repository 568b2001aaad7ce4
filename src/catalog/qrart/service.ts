import { defineService } from '#core/service.ts'

export const qrart = defineService({
  id: 'qrart',
  path: 'qrart',
  medium: 'image',
  place: 40,
  serviceId: '38ecf158-36f2-42f2-8e7f-6786cdfc2452'
})
