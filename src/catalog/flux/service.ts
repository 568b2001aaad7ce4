import { defineService } from '#core/service.ts'

export const flux = defineService({ id: 'flux', path: 'flux', medium: 'image', serviceId: 'e8ebe055-429a-48e9-9d34-5089eae5fd89' })
