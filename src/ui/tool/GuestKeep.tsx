import type { Translate } from '#i18n/translate.ts'

/** Invites a guest with a result to sign up, keep it and go on. */
export function GuestSignUpOffer({ address, t }: { address: string; t: Translate }) {
  return (
    <p className="notice text-13">
      <span>
        {t('field.guest.after')}{' '}
        <a className="link" href={address}>
          {t('field.guest.keep')}
        </a>
      </span>
    </p>
  )
}
