import { callVendor, rejectPolling, notifyVendor } from '#providers/vendor-call.ts'
import type { Transport } from '#providers/vendor-media.ts'

/**
 * Calls an operator's own server with the API of Automatic1111's web UI, or of a fork such as
 * Forge. Source: the wiki of `AUTOMATIC1111/stable-diffusion-webui`, "API", September 2023, and its
 * `modules/api/api.py` and `modules/progress.py`, read on 26 November 2026.
 * @param models checkpoints of that server by our model names; for other names it uses the
 * checkpoint that it has loaded
 */
export function a1111Transport(models: Readonly<Record<string, string>> = {}): Transport {
  return {
    async submit({ path, body: { model, ...body } }, upstream, key) {
      const checkpoint = models[String(model)]
      const answer = await callVendor(upstream, path, {
        method: 'POST',
        headers: basicHeaders(upstream.apiKey),
        body: {
          ...body,
          force_task_id: key,
          ...(checkpoint !== undefined && {
            override_settings: { sd_model_checkpoint: checkpoint }
          })
        }
      })
      return { answer }
    },
    poll: rejectPolling,
    async interrupt(key, upstream) {
      const call = { method: 'POST', headers: basicHeaders(upstream.apiKey) } as const
      const job = await callVendor(upstream, 'internal/progress', {
        ...call,
        body: { id_task: key }
      })
      // This call stops whatever job runs, so make sure that it is this one.
      if (job['active'] !== true) return false
      await notifyVendor(upstream, 'sdapi/v1/interrupt', call)
      return true
    }
  }
}

/**
 * Returns headers for basic authentication.
 * @param key a name and a password with a colon between them; empty for no headers
 */
export function basicHeaders(key: string): Record<string, string> {
  return key === '' ? {} : { authorization: `Basic ${Buffer.from(key).toString('base64')}` }
}
