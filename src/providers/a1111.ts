import { callVendor, noJobs, tellVendor } from '#providers/vendor-call.ts'
import type { Transport } from '#providers/vendor-media.ts'

/**
 * The operator's own server with the API of Automatic1111's web UI, or of a fork of it such as
 * Forge. Source: the wiki of `AUTOMATIC1111/stable-diffusion-webui`, "API", September 2023, and its
 * `modules/api/api.py` and `modules/progress.py`, read on 26 November 2026.
 * @param models checkpoints of that server by our names; it draws with the one that it has loaded
 * where none is named
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
    poll: noJobs,
    async interrupt(key, upstream) {
      const call = { method: 'POST', headers: basicHeaders(upstream.apiKey) } as const
      const job = await callVendor(upstream, 'internal/progress', {
        ...call,
        body: { id_task: key }
      })
      // The server stops whatever runs, so it must be this job.
      if (job['active'] !== true) return false
      await tellVendor(upstream, 'sdapi/v1/interrupt', call)
      return true
    }
  }
}

/** Headers for a name and a password with a colon between them; none for an empty text. */
export function basicHeaders(key: string): Record<string, string> {
  return key === '' ? {} : { authorization: `Basic ${Buffer.from(key).toString('base64')}` }
}
