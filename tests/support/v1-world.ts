import { listen } from '#servers/listen.ts'
import { openMediaWorld, type MediaWorld } from './media-world.ts'

/** A studio that listens, as clients that others have written reach it. */
export type V1World = { world: MediaWorld; baseURL: string; apiKey: string; close(): Promise<void> }

export async function openV1(): Promise<V1World> {
  const world = await openMediaWorld()
  const line = await listen(world.studio, { ...world.studio.context.config, port: 0, host: '127.0.0.1' })
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

/** Answered with some words. */
export const QUESTION = 'Why is the sky blue? [sandbox:tokens=60]'

/** What a tool takes, and a question that has it called for a city. */
export const WEATHER = { type: 'object' as const, properties: { city: { type: 'string' as const } }, required: ['city'] }
export const ASKING = [{ role: 'user' as const, content: 'Lisbon [sandbox:call=weather] [sandbox:tokens=40]' }]
