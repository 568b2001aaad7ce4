import { useEffect, useState } from 'react'

type Extras = typeof import('#ui/tool/extras.ts')

/**
 * A part of the page that is fetched once it is wanted; null until it is here, and when it cannot be had.
 * @param load the same function each time
 */
export function useLate<T extends object>(load: () => Promise<T>, wanted: boolean): T | null {
  const [part, setPart] = useState<T | null>(null)
  useEffect(() => {
    if (wanted) void load().then(setPart, () => undefined)
  }, [load, wanted])
  return part
}

/** What a form shows only once something has been put into it. */
export function useExtras(wanted: boolean): Extras | null {
  return useLate(loadExtras, wanted)
}

function loadExtras(): Promise<Extras> {
  return import('#ui/tool/extras.ts')
}
