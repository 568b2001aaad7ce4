import { expect } from '../browser.ts'
import { picture } from '../composer.ts'
import {
  at,
  isRefused,
  press,
  reads,
  sees,
  unfold,
  unfoldAll,
  write,
  type Place,
  type Scene
} from './step.ts'

export const OFFICE_SCENES: readonly Scene[] = [
  {
    name: 'an operator',
    who: 'person',
    states: [
      ['an order to confirm', at('/operator/orders/{order}'), unfoldAll],
      [
        'an order to pay back, by too little',
        at('/operator/orders/{paid}'),
        unfoldAll,
        write('operator.field.amountBack', '-3'),
        press('operator.orders.refundDo'),
        isRefused
      ],
      ['a person to be blocked', at('/operator/people/{newcomer}'), unfoldAll],
      ['a transfer to be confirmed', at('/operator/orders/{transfer}'), unfoldAll],
      ['a payment that does not fit', at('/operator/orders/{held}'), unfoldAll],
      [
        'somebody who was shut out',
        at('/operator/people/{blocked}'),
        reads('operator.people.unblock')
      ],
      ['a report to be answered', at('/operator/reports/{report}'), unfoldAll],
      [
        'something that was taken down',
        at('/operator/reports/{settled}'),
        reads('operator.reports.restoreText')
      ],
      [
        'a payout of what is not owed',
        at('/operator/payouts?user={owed}'),
        write('operator.field.dollars', '-3'),
        press('operator.payouts.recordDo'),
        isRefused
      ],
      ['a package', at('/operator/packages/{package}')],
      [
        'a package without a price',
        at('/operator/packages'),
        unfold('operator.packages.add'),
        write('operator.field.credits', '12'),
        write('operator.field.price', 'free'),
        press('operator.packages.addDo'),
        isRefused
      ],
      ['prices of a service', at('/operator/services/flux')],
      [
        'codes, shown once',
        at('/operator/codes'),
        unfold('operator.codes.make'),
        write('operator.field.credits', '5'),
        press('operator.codes.makeDo'),
        sees('#made')
      ],
      [
        'a site that cannot be',
        at('/operator/sites'),
        unfold('operator.sites.add'),
        write('operator.column.address', 'https://a.example/path'),
        press('operator.sites.addDo'),
        isRefused
      ],
      [
        'a site that is not removed by mistake',
        at('/operator/sites/{site}'),
        ({ page }) => page.locator('#confirm').fill('https://another.example'),
        press('operator.sites.remove.title'),
        isRefused
      ],
      ['what was done', at('/operator/audit'), unfoldAll]
    ]
  },
  {
    name: 'a site',
    who: 'person',
    states: [
      ['a part of a picture', at('/site'), wide, sees('[data-crop-stage] canvas')],
      [
        'a margin that is none',
        at('/site'),
        ({ page }) => page.locator('#earnings [name=margin]').fill('Waves'),
        ({ page }) => page.locator('#settings [type=submit]').click(),
        isRefused
      ],
      [
        'somebody else was quicker',
        discard,
        describedElsewhere,
        ({ page }) => page.locator('#settings [type=submit]').click(),
        reads('site.conflict.text')
      ],
      [
        'a vendor’s key that is none',
        discard,
        at('/site/keys'),
        ({ page }) => page.locator('#key-key').fill('“Harbour”'),
        press('user.keys.save'),
        isRefused
      ]
    ]
  }
]

/** Selects an image that is too high for a logo. */
function wide({ page }: Place): Promise<void> {
  return page.locator('#logo input[type=file]').setInputFiles(picture('boat.png'))
}

/**
 * Discards refused settings. Otherwise the browser would ask when the next state leaves the page.
 */
async function discard({ page }: Place): Promise<void> {
  const link = page.locator('[data-discard]')
  await link.click()
  await expect(link).toBeHidden()
}

let changes = 0

/** Edits the description in this window, while another window saves a different one. */
async function describedElsewhere({ page }: Place): Promise<void> {
  const field = (on: Place['page']) => on.locator('#brand [name=description]')
  await field(page).fill(`Waves ${++changes}`)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await field(other).fill(`About boats ${changes}`)
  await other.locator('#settings [type=submit]').click()
  await expect(other.locator('#settings [role=status]')).not.toBeEmpty()
  await other.close()
}
