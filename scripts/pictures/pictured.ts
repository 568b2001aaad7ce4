import type { Service } from '#core/service.ts'

/** A choice that shows its options as pictures. */
export type Pictured = { id: string; field: string; options: readonly string[] }

/** Finds every choice of the catalogue that declares `look: 'pictures'`. */
export function picturedFields(services: readonly Service[]): Pictured[] {
  return services.flatMap(({ id, actions = {} }) =>
    Object.values(actions).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([field, each]) =>
        each.type === 'choice' && each.look === 'pictures'
          ? [{ id, field, options: each.options.map(String) }]
          : []
      )
    )
  )
}

/**
 * Returns the caption of a sheet: its options in order, in letters that the file's metadata can
 * hold.
 */
export function captionOf(options: readonly string[]): string {
  return options.map(encodeURIComponent).join(' ')
}
