/** What a service makes, and under which group of the frame it stands. */
export type Medium = 'chat' | 'image' | 'video' | 'music'

export type Service = {
  /** Folder, page and locale file. */
  id: string
  /** First segment of the generation API's path; differs from `id` for nanobanana only. */
  path: string
  medium: Medium
  /** The fixed id under which the contract's clients ask the platform for it. */
  serviceId: string
}

export type ServiceOf<Id extends string> = Service & { id: Id }

/** Keeps the literal type of a declaration and checks its shape. A declaration is plain data. */
export function defineService<const T extends Service>(service: T): T {
  return service
}
