/** Functions that wait for news, by what they wait for. */
export class Listeners<Args extends unknown[]> {
  readonly #sets = new Map<string, Set<(...args: Args) => void>>()

  /** @returns removes the listener */
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
