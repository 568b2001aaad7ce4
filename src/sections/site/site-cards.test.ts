import { expect, test } from 'vitest'
import { siteCardForField } from '#sections/site/site-cards.ts'

test.each([
  ['title', 'brand'],
  ['texts.de.title', 'texts'],
  ['features.suno.enabled', 'offer'],
  ['features', 'offer'],
  ['features.support.enabled', 'offer'],
  ['features.support.discord.url', 'contacts'],
  ['distribution.force_inviter_id', 'earnings'],
  ['admins.1', 'admins'],
  ['version', null],
  ['titles', null]
])('the field %s is in the card %s', (field, card) => {
  expect(siteCardForField(field)).toBe(card)
})
