import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'

/**
 * The ways in which a chat model helps: it adds detail to a prompt, translates it into English, or
 * writes one that describes an image.
 */
export const PROMPT_TASKS = ['improve', 'translate', 'describe'] as const

export type PromptTask = (typeof PROMPT_TASKS)[number]

/** The longest prompt that is helped, in characters. No tool takes a longer one. */
const LONGEST = 10_000

const offerSchema = z
  .object({
    /** The model that would do it, and the name that users see. */
    model: z.string(),
    label: z.string(),
    /** About how many credits it costs with a medium prompt. */
    credits: z.number()
  })
  .nullable()

/** Null where no model of a real provider can do it. */
export const promptOffersSchema = z
  .object({ improve: offerSchema, translate: offerSchema, describe: offerSchema })
  .openapi('PromptOffers')

export type PromptOffers = z.infer<typeof promptOffersSchema>

/** `text` is the prompt, or for `describe` a wish about the description. */
export const promptHelpSchema = z
  .looseObject({
    task: z.enum(PROMPT_TASKS),
    text: z.string().max(LONGEST).default(''),
    /** The image to describe: an address of ours, a public one, or a data URL. */
    image_url: optionalText(2048),
    /** The tool that the prompt is for, by its id: `flux`. */
    service: optionalText(64)
  })
  .superRefine(({ task, text, image_url }, context) => {
    if (task === 'describe' ? image_url === undefined : text.trim() === '')
      context.addIssue({
        code: 'custom',
        path: [task === 'describe' ? 'image_url' : 'text'],
        input: undefined
      })
  })

export type PromptHelp = z.output<typeof promptHelpSchema>

export const helpedPromptSchema = z
  .object({ text: z.string(), model: z.string() })
  .openapi('HelpedPrompt')

export type HelpedPrompt = z.infer<typeof helpedPromptSchema>
