import { addStarter, exportBook, getBook, updateBook } from '../../contract/books.ts'
import { wholeFile } from '../book-file/write.ts'
import { serve } from '../serve.ts'
import { bookToApi, changeBook } from './books.ts'
import { journalFile } from './export/journal.ts'
import { workbookFile } from './export/workbook.ts'
import { addStarterSet } from './starter.ts'

export const books = [
  serve(getBook, ({ book }) => bookToApi(book)),
  serve(exportBook, ({ book, query: { format } }) =>
    format === 'json' ? wholeFile(book) : format === 'xlsx' ? workbookFile(book) : journalFile(book, format),
  ),
  serve(addStarter, ({ write, body }) => write(addStarterSet(body.language ?? 'en'))),
  serve(updateBook, ({ write, body, guard, settings }) =>
    write(changeBook(body, guard, settings.ratesUrl === 'off')),
  ),
]
