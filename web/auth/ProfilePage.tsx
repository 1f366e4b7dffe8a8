import { useQuery } from '@tanstack/react-query'
import { getMe, type User, updateMe } from '../../contract/auth.ts'
import { t } from '../../words/t.ts'
import { cache, call } from '../api/ask.ts'
import { Conflict } from '../api/Conflict.tsx'
import { useChange } from '../api/change.ts'
import { useEditing } from '../api/editing.ts'
import { me, useMe } from '../page/me.ts'
import { SettingsCard, SettingsFrame } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { Refusal } from '../ui/States.tsx'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { passwordFault, sentenceAbove } from './faults.ts'
import { options } from './options.ts'
import { signOut } from './sign-out.ts'

export const ProfilePage = () => (
  <SettingsFrame title={t('Profile')} end={<Button onClick={signOut}>{t('Sign out')}</Button>}>
    <NameAndEmail />
    <DeleteAccount />
  </SettingsFrame>
)

const versionOf = ({ name, email, version }: User) => ({ values: { name, email }, version })

const fields = () =>
  [
    { name: 'name', label: t('Name') },
    { name: 'email', label: t('E-mail') },
  ] as const

function NameAndEmail() {
  const user = useMe()
  const { data: door } = useQuery(options)
  const change = useChange(updateMe, {
    words: t('Your profile is saved'),
    onDone: (reply) => cache.setQueryData(me.queryKey, reply),
  })
  const { values, set, save, discard, isChanged, conflict } = useEditing('profile', versionOf(user), {
    send: (_, edits, headers) => change.send({ body: edits, headers }),
    refusal: change.refusal,
    read: async () => versionOf(await call(getMe)),
  })
  const sentence =
    change.refusal?.code === 'stale' ? undefined : sentenceAbove(change.refusal, change.sentence)
  return (
    <SettingsCard
      title={t('Name and e-mail')}
      words={
        door?.mail
          ? t(
              'The e-mail is what you sign in with, and where a link goes if you lose the password. A new one counts once it is confirmed.',
            )
          : t('The e-mail is what you sign in with. This server sends no mail.')
      }
    >
      <Form className="flex max-w-100 flex-col gap-4" onSubmit={save}>
        <TextField
          label={t('Name')}
          autoComplete="name"
          value={values.name}
          fault={passwordFault(change.refusal, 'name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={t('E-mail')}
          type="email"
          autoComplete="email"
          value={values.email}
          fault={passwordFault(change.refusal, 'email')}
          onChange={(event) => set({ email: event.target.value })}
        />
        {sentence && <Refusal title={sentence} />}
        <div className="flex gap-2">
          <Button look="primary" type="submit" isBusy={change.isBusy}>
            {t('Save')}
          </Button>
          {isChanged && <Button onClick={discard}>{t('Discard')}</Button>}
        </div>
      </Form>
      {user.needs_confirmation && <ConfirmEmail />}
      {conflict && <Conflict fields={fields()} {...conflict} isBusy={change.isBusy} />}
    </SettingsCard>
  )
}
