import { expect, test } from 'vitest'
import { verdict, type Told } from './lighthouse.ts'

const category = (score: number, ...ids: string[]) => ({
  score,
  auditRefs: ids.map(id => ({ id, weight: id === 'free' ? 0 : 1 }))
})
const told = (score: number, ...failed: string[]): Told =>
  ({
    categories: {
      accessibility: category(1, 'names'),
      'best-practices': category(score, 'console', 'free'),
      seo: category(1, 'title')
    },
    audits: Object.fromEntries(
      ['names', 'console', 'free', 'title', 'other'].map(id => [
        id,
        { id, score: failed.includes(id) ? 0 : 1 }
      ])
    )
  }) as unknown as Told

test('returns the scores of a page and the failed audits that count', () => {
  expect(verdict(told(1))).toEqual({ scores: [100, 100, 100], wrong: [] })
  expect(verdict(told(0.96, 'console', 'free', 'other'))).toEqual({
    scores: [100, 96, 100],
    wrong: ['console']
  })
})

test('a page that cannot be measured fails', () => {
  const runtimeError = { code: 'NO_FCP', message: '' }
  expect(verdict({ ...told(1), runtimeError })).toEqual({
    scores: [100, 100, 100],
    wrong: ['NO_FCP']
  })
  expect(verdict({ categories: {}, audits: {} } as Told)).toEqual({
    scores: [0, 0, 0],
    wrong: ['less than 100']
  })
})
