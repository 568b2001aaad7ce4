import { listen } from '#servers/listen.ts'
import { openMediaWorld, type MediaWorld } from './media-world.ts'

/** A studio that listens on a port, for third-party clients. */
export type V1World = { world: MediaWorld; baseURL: string; apiKey: string; close(): Promise<void> }

export async function openV1(): Promise<V1World> {
  const world = await openMediaWorld()
  const line = await listen(world.studio, {
    ...world.studio.context.config,
    port: 0,
    host: '127.0.0.1'
  })
  return {
    world,
    baseURL: `${line.url}/v1`,
    apiKey: world.ada.credential.token,
    async close() {
      await line.stop()
      await world.close()
    }
  }
}

export const MODEL = 'gpt-5-all'

/** A question to which the sandbox gives a short answer. */
export const QUESTION = 'Why is the sky blue? [sandbox:tokens=60]'

/** The parameters of a tool, and a question that makes the model call it for a city. */
export const WEATHER = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city']
}
export const ASKING = [
  { role: 'user' as const, content: 'Lisbon [sandbox:call=weather] [sandbox:tokens=40]' }
]
