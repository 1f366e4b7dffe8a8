import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Import, listImportRows, updateImport } from '../../contract/imports.ts'
import { useMoneyAccounts } from '../accounts/AccountPicker.tsx'
import { asking, cache } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { accounts as allAccounts } from '../page/accounts.ts'
import { type FileAlike, filesAlike, provenAccount } from './guess-account.ts'
import { needsAccount } from './import-steps.ts'

/** So many earlier files of an account, and rows of each, are looked at. */
const MAX_FILES = 3
const MAX_ROWS = 500

const textsOf = async ({ id }: Pick<Import, 'id'>): Promise<string[]> => {
  const { data } = await cache.fetchQuery(
    asking(listImportRows, { params: { id }, query: { limit: MAX_ROWS } }),
  )
  return data.map(({ text }) => text)
}

type Found = {
  /** Whether it is still being found out: then nobody is asked yet. */
  isFinding: boolean
  /** The latest recorded file with the same headings, whose account is offered where nothing proves one. */
  alike: Import | null
}

/** Gives a file that nobody has named an account for the one that earlier files prove. */
export function useProvenAccount(file: Import, earlier: readonly Import[] | undefined): Found {
  const accounts = useMoneyAccounts()
  const { isPending: areAccountsPending } = useQuery(allAccounts)
  const isOpen = file.status === 'ready' && needsAccount(file)
  const { send, sentence } = useChange(updateImport)
  const query = useQuery({
    queryKey: ['account-of-file', file.id],
    enabled: isOpen && earlier !== undefined && !areAccountsPending,
    retry: false,
    queryFn: async (): Promise<{ proven: string | null; alike: Import | null }> => {
      const alike = filesAlike(file, accounts, earlier ?? [])
      const latest = [...Map.groupBy(alike, ({ account_id }) => account_id).values()].flatMap((files) =>
        files.slice(0, MAX_FILES),
      )
      const known = await Promise.all(
        latest.map(async (one): Promise<FileAlike> => ({ ...one, texts: await textsOf(one) })),
      )
      const proven = provenAccount(file.filename, await textsOf(file), known, accounts) ?? null
      return { proven, alike: alike[0] ?? null }
    },
  })
  const proven = query.data?.proven
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    if (isOpen && proven) void latest.current({ params: { id: file.id }, body: { account_id: proven } })
  }, [isOpen, proven, file.id])
  return {
    isFinding: isOpen && sentence === undefined && (query.isPending || Boolean(proven)),
    alike: query.data?.alike ?? null,
  }
}
