import type { ConfigReader } from '#servers/config-services.ts'

/** The server and model that check prompts, for sites that turn moderation on. */
export type ModerationConfig = {
  moderation: {
    /**
     * Base URL; prompts go to `POST <url>/moderations` in OpenAI's format. Null: the address of the
     * deployment's OpenAI key.
     */
    url: string | null
    /** Null: the deployment's OpenAI key if `url` has the same origin as that key, else no key. */
    apiKey: string | null
    model: string
  }
}

/** Reads `MODERATION_URL`, `MODERATION_API_KEY` and `MODERATION_MODEL`. */
export function readModerationConfig({ get, problems }: ConfigReader): ModerationConfig {
  const url = get('MODERATION_URL')
  if (url !== null && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    problems.push(`MODERATION_URL must be an address like https://api.openai.com/v1, not "${url}"`)
  return {
    moderation: {
      url: url?.replace(/(?<!\/)\/+$/, '') ?? null,
      apiKey: get('MODERATION_API_KEY'),
      model: get('MODERATION_MODEL') ?? 'omni-moderation-latest'
    }
  }
}
