import type { TableContext } from '#ui/table/declaration.ts'

type User = { nickname: string; avatar: string }

/** Returns a user's nickname, or a placeholder if there is none. */
export function personName({ nickname }: User, { t }: TableContext): string {
  return nickname || t('distribution.person.nameless')
}

/** An invited user: only their avatar and the name that they chose. */
export function Person({ user, kit }: { user: User; kit: TableContext }) {
  const name = personName(user, kit)
  const [initial = ''] = name
  // Some sign-in providers supply avatars from other hosts. Loading one would tell that host who is
  // viewing the page.
  const ours = Object.values(kit.hub.hosts).some(host => user.avatar.startsWith(`${host}/`))
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      {ours ? (
        <img
          className="size-7 flex-none rounded-full object-cover"
          src={user.avatar}
          alt=""
          width="28"
          height="28"
        />
      ) : (
        <span
          className="grid size-7 flex-none place-items-center rounded-full bg-accent text-12 font-semibold text-on-accent"
          aria-hidden="true"
        >
          {initial.toUpperCase()}
        </span>
      )}
      <bdi className="max-w-56 truncate" title={name}>
        {name}
      </bdi>
    </span>
  )
}
