import type { Reader } from '#servers/config-services.ts'

/** Who is asked whether a prompt may be sent, at sites that want to know. */
export type ModerationConfig = {
  moderation: {
    /** Where `POST <url>/moderations` is, in OpenAI's form; null: where the deployment's key for OpenAI is for. */
    url: string | null
    /** Null: that key, where it is for this very address; else none is sent. */
    apiKey: string | null
    model: string
  }
}

/** `MODERATION_URL`, `MODERATION_API_KEY`, `MODERATION_MODEL`. */
export function readModeration({ get, problems }: Reader): ModerationConfig {
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
