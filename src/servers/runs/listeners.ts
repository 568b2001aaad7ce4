/** Functions that are called with news, by the key for which they were added. */
export class Listeners<Args extends unknown[]> {
  readonly #sets = new Map<string, Set<(...args: Args) => void>>()

  /** Adds a listener. @returns a function that removes it */
  add(key: string, listener: (...args: Args) => void): () => void {
    const set = this.#sets.get(key) ?? new Set()
    this.#sets.set(key, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0) this.#sets.delete(key)
    }
  }

  call(key: string, ...args: Args): void {
    for (const listener of this.#sets.get(key) ?? []) listener(...args)
  }
}
