/** Creates a random key. `crypto.randomUUID` does not exist on plain HTTP. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

export type IdempotencyKeys = {
  /** Returns the key of a call. Calls with the same content as the last one get the same key. */
  keyFor(content: unknown): string
  /** Forgets the last call. */
  reset(): void
}

/**
 * Creates idempotency keys for one kind of call. A call that may have reached the server is repeated
 * with the same key, so it runs once.
 */
export function createIdempotencyKeys(): IdempotencyKeys {
  let last: { body: string; key: string } | null = null
  return {
    keyFor(content) {
      const body = JSON.stringify(content)
      if (last?.body !== body) last = { body, key: randomKey() }
      return last.key
    },
    reset() {
      last = null
    }
  }
}
