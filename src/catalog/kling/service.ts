import { defineService } from '#core/service.ts'

export const kling = defineService({ id: 'kling', path: 'kling', medium: 'video', serviceId: '3369e077-2500-4263-86c7-cae0f0e7e843' })
