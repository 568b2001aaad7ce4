import type { APIRoute } from 'astro'

/** Returns the strings of presets and earlier prompts, which a tool's page loads late. */
export const GET: APIRoute = ({ locals: { hub } }) =>
  Response.json(hub.strings('preset'), { headers: { 'cache-control': 'private, no-store' } })
