import { useEffect, useState } from 'react'

type Extras = typeof import('#ui/tool/extras.ts')

/**
 * Loads a part of the page once `wanted` is true. Returns null until it has loaded, or if it cannot
 * be loaded.
 * @param load must be the same function on each render
 */
export function useLazyModule<T extends object>(load: () => Promise<T>, wanted: boolean): T | null {
  const [part, setPart] = useState<T | null>(null)
  useEffect(() => {
    if (wanted) void load().then(setPart, () => undefined)
  }, [load, wanted])
  return part
}

/** Loads the parts that a form needs only after the first input. */
export function useLazyExtras(wanted: boolean): Extras | null {
  return useLazyModule(loadExtras, wanted)
}

function loadExtras(): Promise<Extras> {
  return import('#ui/tool/extras.ts')
}
