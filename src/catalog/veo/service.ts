import { defineService } from '#core/service.ts'

export const veo = defineService({ id: 'veo', path: 'veo', medium: 'video', place: 70, serviceId: '73cd74ba-a1bd-4a12-8df6-11d64c38df14' })
