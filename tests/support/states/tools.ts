import { expect } from '../browser.ts'
import { NOTES, picture } from '../composer.ts'
import {
  at,
  forget,
  press,
  pressBeginning,
  reads,
  sees,
  unfold,
  write,
  type Scene,
  type Step
} from './step.ts'

/** Submits the form of the open tool. */
function make(prompt: string): Step {
  return async place => {
    await write('flux.field.prompt', prompt)(place)
    await pressBeginning('field.form.generate')(place)
  }
}

/** Waits until the newest card is running or has ended. */
const is = (state: 'running' | 'ended'): Step => {
  return ({ page, t }) => {
    const newest = page
      .getByRole('region', { name: t('field.results.title') })
      .getByRole('article')
      .first()
    return expect(newest).toHaveAttribute('aria-busy', String(state === 'running'), {
      timeout: 30_000
    })
  }
}

/** Opens the first result of the page in the viewer. */
const view: Step = async place => {
  await place.page.locator('article [data-view]').filter({ visible: true }).first().click()
  await sees('dialog[open] h2')(place)
}

export const TOOL_SCENES: readonly Scene[] = [
  {
    name: 'what is made with a tool',
    who: 'person',
    states: [
      ['a result in the viewer', at('/flux/history'), view, unfold('field.view.code')],
      [
        'a form with what is missing',
        at('/flux'),
        write('flux.field.prompt', ''),
        pressBeginning('field.form.generate'),
        sees('[aria-invalid=true]')
      ],
      [
        'a failed task',
        make('Harbour [sandbox:fail=forbidden]'),
        is('ended'),
        reads('field.failure.free'),
        unfold('field.failure.details')
      ],
      ['a running task', make('Boats [sandbox:delay=60000]'), is('running')],
      ['more in the making elsewhere', at('/kling'), sees('main section[data-live]')],
      [
        'a task that was stopped',
        at('/flux'),
        press('field.card.cancel'),
        reads('field.state.cancelled')
      ],
      [
        'a question before something is deleted',
        press('field.card.delete'),
        reads('field.card.delete_ask')
      ]
    ]
  },
  {
    name: 'films and songs',
    who: 'person',
    states: [
      [
        'a finished film, and a file that is no picture',
        at('/kling'),
        sees('article video'),
        ({ page }) => page.locator('.tool-form input[type=file]').first().setInputFiles(NOTES),
        sees('.tool-form [role=alert]')
      ],
      [
        'a choice from the library',
        at('/kling'),
        press('field.library.open'),
        sees('dialog[open] li button')
      ],
      [
        'a picture to begin with',
        press('field.library.cancel'),
        ({ page }) =>
          page.locator('.tool-form input[type=file]').first().setInputFiles(picture('boat.png')),
        reads('field.file.ready')
      ],
      [
        'a song that plays',
        at('/suno'),
        ({ page }) => page.locator('article section > button').first().click(),
        ({ page, t }) => expect(page.getByRole('region', { name: t('player.title') })).toBeVisible()
      ],
      ['its words', unfold('field.song.lyric')],
      ['a song to go on with', press('suno.follow.cover'), sees('.tool-form .chip button')]
    ]
  },
  {
    name: 'dialogs of a form',
    who: 'person',
    states: [
      [
        'a mask that is being painted',
        at('/erase'),
        ({ page }) =>
          page.locator('.tool-form input[type=file]').first().setInputFiles(picture('boat.png')),
        press('field.mask.paint'),
        sees('dialog[open] [role=application]'),
        press('field.mask.zoom')
      ],
      [
        'a question before several prompts start',
        at('/flux'),
        write('flux.field.prompt', '{Harbour|Waves}'),
        pressBeginning('field.form.generate'),
        sees('dialog[open] #batch-title')
      ]
    ]
  },
  {
    name: 'a guest who may try a tool once',
    who: 'guest',
    states: [
      ['nothing tried yet', at('/flux'), forget, at('/flux'), reads('field.guest.once')],
      ['the one result', make('Harbour'), is('ended'), reads('field.guest.keep')]
    ]
  },
  {
    name: 'a tool on a phone',
    who: 'person',
    phone: true,
    states: [
      [
        'services of a group',
        at('/flux'),
        ({ page }) => page.locator('.bar button').nth(1).click(),
        sees('.panel:popover-open')
      ],
      [
        'the form drawn up',
        press('common.action.close'),
        press('field.sheet.low'),
        press('field.sheet.half'),
        sees('.tool-form[data-detent=full]')
      ],
      ['a video in the viewer', at('/kling/history'), view]
    ]
  }
]
