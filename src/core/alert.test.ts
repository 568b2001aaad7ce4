import { expect, test } from 'vitest'
import { isolateDirection } from '#core/format.ts'
import { ALERT_KINDS, formatAlert, type Alert } from '#core/alert.ts'

const VALUES: Record<Alert['kind'], [subject: string, value: string, text: string]> = {
  failures: ['flux', '12/20', `${isolateDirection('flux')}, 12/20`],
  stuck: ['', '1234', '1,234'],
  disk: ['', '800000000', '800 MB'],
  certificate: [
    'studio.example',
    '1797120000000',
    `${isolateDirection('studio.example')}, ${isolateDirection('December 13, 2026')}`
  ],
  backup: ['', '1797120000000', 'December 13, 2026'],
  drill: ['', '1797120000000', 'December 13, 2026'],
  ledger: ['', '3', '3'],
  balance: [
    'deepseek …abcd',
    '312 USD',
    `${isolateDirection('deepseek …abcd')}, ${isolateDirection('$3.12')}`
  ]
}

test.each(ALERT_KINDS)('an alert of the kind %s has its value in words', kind => {
  const [subject, value, text] = VALUES[kind]
  expect(formatAlert({ kind, subject, value }, 'en')).toBe(text)
})

test('a certificate that is not trusted has no day', () => {
  const alert = { kind: 'certificate', subject: 'studio.example', value: '0' } as const
  expect(formatAlert(alert, 'de')).toBe('studio.example')
})
