import { useNavigate } from '@tanstack/react-router'

/** Files that were dropped on another page, on their way to the page that reads them. */
let waiting: readonly File[] = []

/** Takes the files that wait; the next caller gets none. */
export function takeFiles(): readonly File[] {
  const files = waiting
  waiting = []
  return files
}

/** Goes to the import with some files. */
export function useImportFiles(accountId?: string): (files: readonly File[]) => void {
  const navigate = useNavigate()
  return (files) => {
    waiting = files
    void navigate({ to: '/imports', search: accountId === undefined ? {} : { account_id: accountId } })
  }
}
