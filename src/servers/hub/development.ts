import type { IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { AstroIntegration } from 'astro'
import { loadSettings } from '#servers/environment.ts'
import { partFor } from '#servers/dispatch.ts'
import { createHubMount } from '#servers/hub/hub.ts'
import { createStudio } from '#servers/studio.ts'

/** The symbol under which Astro's development server finds a request's locals. */
const LOCALS = Symbol.for('astro.locals')

/**
 * Runs `astro dev` with the other three parts in one process. Astro still serves the site, with hot
 * reload.
 * @param environment as `loadSettings` takes it
 */
export function developmentIntegration(
  environment: Parameters<typeof loadSettings>[0]
): AstroIntegration {
  return {
    name: 'polymuse:development',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        const studio = await createStudio(loadSettings(environment).config, { site: false })
        const answer = getRequestListener((request, env) => studio.fetch(request, peerOf(env)), {
          overrideGlobalObjects: false
        })
        server.middlewares.use((request, response, next) => {
          const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
          if (partFor(request.method ?? 'GET', url.pathname) !== 'hub')
            return void answer(request, response)
          const peer = { address: request.socket.remoteAddress ?? '', forwarded: false }
          createHubMount(studio.context, studio.parts, url, { peer, version: '' }).then(mount => {
            Reflect.set(request, LOCALS, { mount })
            next()
          }, next)
        })
        server.httpServer?.once('close', () => void studio.stop())
      }
    }
  }
}

function peerOf(env: unknown): { address: string; forwarded: boolean } {
  const { incoming } = env as { incoming: IncomingMessage }
  return { address: incoming.socket.remoteAddress ?? '', forwarded: false }
}
