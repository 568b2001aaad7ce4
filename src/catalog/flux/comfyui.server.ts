import type { flux } from '#catalog/flux/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { imageUrlOutputs } from '#providers/image-addresses.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/** Pixels of an image whose size is given as a ratio. */
const PIXELS = 1_048_576

/**
 * Checkpoints that hold a whole model in one file, and their steps. Source: the ComfyUI examples,
 * "Flux Examples", "Simple to use FP8 Checkpoint version", of 2026.
 */
const CHECKPOINTS = {
  'flux-schnell': { checkpoint: 'flux1-schnell-fp8.safetensors', steps: 4 },
  'flux-dev': { checkpoint: 'flux1-dev-fp8.safetensors', steps: 20 }
} as const

/**
 * Draws images from a text with nodes that are part of ComfyUI. A node links to the number of
 * another node and of that node's output. The server deletes its previews when it restarts; the
 * studio keeps a copy. Schnell ignores the guidance.
 */
const WORKFLOW = {
  '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: '{{checkpoint}}' } },
  '2': { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['1', 1] } },
  '3': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['1', 1] } },
  '4': { class_type: 'FluxGuidance', inputs: { conditioning: ['2', 0], guidance: 3.5 } },
  '5': {
    class_type: 'EmptySD3LatentImage',
    inputs: { width: '{{width}}', height: '{{height}}', batch_size: '{{count}}' }
  },
  '6': {
    class_type: 'KSampler',
    inputs: {
      model: ['1', 0],
      positive: ['4', 0],
      negative: ['3', 0],
      latent_image: ['5', 0],
      seed: '{{seed}}',
      steps: '{{steps}}',
      cfg: 1,
      sampler_name: 'euler',
      scheduler: 'simple',
      denoise: 1
    }
  },
  '7': { class_type: 'VAEDecode', inputs: { samples: ['6', 0], vae: ['1', 2] } },
  '8': { class_type: 'PreviewImage', inputs: { images: ['7', 0] } }
}

const images = vendorAction<typeof flux, 'images'>({
  costs: { prompt: { list: [{ dollars: 0 }] } },
  fields: ['prompt', 'model', 'size', 'count', 'seed'],
  cannot: [{ when: { not: { field: 'model', in: Object.keys(CHECKPOINTS) } }, field: 'model' }],
  request: ({ values: { prompt, model, size, count, seed } }) => ({
    path: 'prompt',
    body: {
      workflow: WORKFLOW,
      model,
      ...CHECKPOINTS[model as keyof typeof CHECKPOINTS],
      prompt,
      ...sizeForRatio(size, PIXELS),
      count: count ?? 1,
      ...(seed !== undefined && { seed })
    }
  }),
  outputs: ({ images: drawn }, { prompt }) => imageUrlOutputs(drawn, { prompt })
})

export const fluxComfyui: VendorService = { images }
