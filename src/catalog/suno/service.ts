import { defineService } from '#core/service.ts'

export const suno = defineService({ id: 'suno', path: 'suno', medium: 'music', serviceId: 'f2b646d8-3cfd-46ef-969a-1ea9eebde329' })
