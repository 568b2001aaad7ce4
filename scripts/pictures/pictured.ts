import type { Service } from '#core/service.ts'

/** A choice whose options are shown by pictures. */
export type Pictured = { id: string; field: string; options: readonly string[] }

/** Every choice of the catalogue that says `look: 'pictures'`. */
export function picturedFields(services: readonly Service[]): Pictured[] {
  return services.flatMap(({ id, actions = {} }) =>
    Object.values(actions).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([field, each]) =>
        each.type === 'choice' && each.look === 'pictures' ? [{ id, field, options: each.options.map(String) }] : []
      )
    )
  )
}

/** What a sheet says of itself: its options in their order, in letters that a file's data can hold. */
export function captionOf(options: readonly string[]): string {
  return options.map(encodeURIComponent).join(' ')
}
