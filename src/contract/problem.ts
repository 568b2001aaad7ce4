import { z } from '@hono/zod-openapi'
import { PROBLEMS, type ProblemCode } from '#core/problem.ts'

const codes = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]

/** The body of every failed response. */
export const problemSchema = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z.enum(codes),
      message: z.string(),
      issues: z
        .array(
          z.object({
            field: z.string(),
            code: z.string(),
            price: z.number().optional().openapi({
              description: 'The price of the run in credits, where it is above `max_price`.'
            })
          })
        )
        .optional()
    }),
    code: z.enum(codes),
    detail: z.string(),
    trace_id: z.string()
  })
  .openapi('Problem')
