/**
 * Writes a JSON document while it is read. When an object contains an async list, its items are
 * fetched one by one as the reader takes them. No list is kept in memory.
 */
export function writeJson(value: object): ReadableStream<Uint8Array> {
  return toByteStream(pieceOf(value))
}

/** Returns texts as a stream of UTF-8. The next one is made when the reader asks for it. */
export function toByteStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value: piece, done } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(piece))
    },
    async cancel() {
      await pieces.return(undefined)
    }
  })
}

async function* pieceOf(value: unknown): AsyncGenerator<string> {
  if (isList(value)) yield* list(value)
  else if (isObject(value) && Object.values(value).some(each => isList(each))) yield* object(value)
  else yield JSON.stringify(value ?? null)
}

async function* list(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before
    yield* pieceOf(item)
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : '\n]'
}

async function* object(fields: object): AsyncGenerator<string> {
  let before = '{\n'
  for (const [name, value] of Object.entries(fields)) {
    yield `${before}${JSON.stringify(name)}: `
    yield* pieceOf(value)
    before = ',\n'
  }
  yield '\n}'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value
}
