import { beforeAll, describe, expect, test } from 'vitest'
import recorded from '#catalog/answers.json' with { type: 'json' }
import { exampleAnswer } from '#catalog/answers.ts'
import { SERVICES } from '#catalog/index.ts'
import { recordAnswers, shapeOf, type Answers } from './support/recorded-answers.ts'

const actions = SERVICES.flatMap(service =>
  Object.entries(service.actions ?? {}).map(([verb, action]) => ({ service, verb, action }))
)

let answered: Answers
beforeAll(async () => {
  answered = await recordAnswers({ quick: true })
}, 120_000)

describe('the answers printed in the documentation', () => {
  test('cover every action and nothing else', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(
      actions.map(({ service, verb }) => `${service.id}/${verb}`).toSorted()
    )
  })

  test.each(actions)(
    '$service.id/$verb: the printed answer has the shape of the sandbox answer',
    ({ service, verb, action }) => {
      const printed = (recorded as Answers)[`${service.id}/${verb}`] ?? {}
      expect(shapeOf(answered[`${service.id}/${verb}`] ?? {})).toEqual(shapeOf(printed))
      const shown = exampleAnswer(service, verb, 'https://api.example')
      expect(JSON.stringify(shown)).toContain(`"${action.shows.field}":`)
      expect(JSON.stringify(shown)).not.toContain('{api}')
      expect(shown).toMatchObject({ success: true, elapsed: action.expected })
    }
  )

  test('keep the field names and types of each service', () => {
    const data = (name: keyof typeof recorded): unknown => {
      const answer = recorded[name]
      return 'data' in answer && Array.isArray(answer.data) ? answer.data[0] : answer
    }
    expect(recorded['kling/videos'].state).toBe('succeed')
    expect(recorded['luma/videos'].state).toBe('completed')
    expect(recorded['midjourney/describe'].descriptions).toEqual(
      Array.from({ length: 4 }, () => expect.any(String) as unknown)
    )
    expect(data('suno/audios')).toMatchObject({ duration: expect.any(Number) as number })
    expect(data('pixverse/videos')).toMatchObject({ id: expect.any(Number) as number })
    expect(recorded['midjourney/videos']).not.toHaveProperty('index')
  })
})
