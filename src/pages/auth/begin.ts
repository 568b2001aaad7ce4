import type { APIRoute } from 'astro'
import { beginSignIn } from '#client/code.server.ts'
import { localPath } from '#client/local-path.ts'

/** The hub's way to the login page: every link and script that asks for sign-in leads here. */
export const GET: APIRoute = context => beginSignIn(context, localPath(context.url.searchParams.get('redirect')))
