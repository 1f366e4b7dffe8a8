import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from './csv.ts'
import { isBad } from './row.ts'

/** Files with the headings and habits of real banks: each has one row of -12.50 and one of 1,234.00, made up. */
const banks: readonly (readonly [name: string, text: string])[] = [
  [
    'German savings bank',
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"\n"DE02";"04.11.26";"05.11.26";"KARTENZAHLUNG";"2026-11-04T10:00 Debitk.0";"";"";"5512";"";"";"";"BAECKEREI";"DE89";"BIC";"-12,50";"EUR";"Umsatz gebucht"\n"DE02";"20.11.26";"20.11.26";"GUTSCHRIFT";"LOHN";"";"";"";"";"";"";"ARBEIT";"DE90";"BIC";"1234,00";"EUR";"Umsatz gebucht"\n',
  ],
  [
    'German direct bank',
    'Umsatzanzeige;Datei erstellt am: 15.11.2026 10:00\n;\nIBAN;DE02 1203\nKontoname;Girokonto\nBank;ING\nKunde;Eva Muster\nZeitraum;01.11.2026 - 15.11.2026\nSaldo;1.334,00;EUR\n\nSortierung;Datum absteigend\n\nIn der CSV-Datei finden Sie alle bereits gebuchten Umsätze.\n\nBuchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung\n20.11.2026;20.11.2026;ARBEIT;Gehalt/Rente;LOHN;1.334,00;EUR;1.234,00;EUR\n04.11.2026;04.11.2026;BAECKER;Lastschrift;Brot;100,00;EUR;-12,50;EUR\n',
  ],
  [
    'German bank on the phone',
    '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"\n2026-11-04,2026-11-04,Bakery,,Presentment,"-","Main Account",-12.5,12.5,EUR,1\n2026-11-20,2026-11-20,Work,DE89,"Credit Transfer",Salary,"Main Account",1234.0,,,\n',
  ],
  [
    'German broker',
    ';\n"Umsätze Girokonto";"Zeitraum: 30 Tage";\n"Neuer Kontostand";"1.334,00 EUR";\n\n"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\n"20.11.2026";"20.11.2026";"Übertrag / Überweisung";"Auftraggeber: Arbeit Buchungstext: Lohn";"1.234,00";\n"04.11.2026";"04.11.2026";"Lastschrift / Belastung";"Bäcker";"-12,50";\n\n"Alter Kontostand";"112,50 EUR";\n',
  ],
  [
    'German cooperative bank',
    'Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung;Kategorie;Steuerrelevant;Glaeubiger ID;Mandatsreferenz\nGiro;DE02;GENO;VB;04.11.2026;04.11.2026;Bäcker;DE89;X;Kartenzahlung;Brot;-12,50;EUR;100,00;;Essen;;;\nGiro;DE02;GENO;VB;20.11.2026;20.11.2026;Arbeit;DE90;X;Gutschrift;Lohn;1.234,00;EUR;1.334,00;;;;;\n',
  ],
  [
    'German bank with fourteen lines of purpose',
    'Kontonummer;Buchungstag;Wertstellung;Auftraggeber/Empfänger;Buchungstext;VWZ1;VWZ2;VWZ3;VWZ14;Saldo;Betrag;Währung\n100;04.11.2026;04.11.2026;Bäcker;Kartenzahlung;Brot;und;Brezel;;100,00;-12,50;EUR\n100;20.11.2026;20.11.2026;Arbeit;Gutschrift;Lohn;;;;1.334,00;1.234,00;EUR\n',
  ],
  [
    'Dutch bank with a column for the side',
    'Rekeningnummer;Transactiedatum;Valutacode;CreditDebet;Bedrag;Tegenrekeningnummer;Tegenrekeninghouder;Valutadatum;Betaalwijze;Omschrijving;Type betaling;Referentie;Boekdatum\nNL02;04-11-2026;EUR;D;12,50;NL89;Bakker;04-11-2026;Pin;Brood;;A1;04-11-2026\nNL02;20-11-2026;EUR;C;1234,00;NL90;Werk;20-11-2026;Overboeking;Loon;;A2;20-11-2026\n',
  ],
  [
    'Dutch bank on the phone',
    '"Datum";"Rentedatum";"Bedrag";"Rekening";"Tegenrekening";"Naam";"Omschrijving"\n"2026-11-04";"2026-11-04";"-12,50";"NL02";"NL89";"Bakker";"Brood"\n"2026-11-20";"2026-11-20";"1.234,00";"NL02";"NL90";"Werk";"Loon"\n',
  ],
  [
    'French bank with the words of the operation',
    "Date de l'opération;Libellé de l'opération;Référence de l'opération;Montant de l'opération;Devise de l'opération\n04/11/2026;BOULANGERIE;R1;-12,50;EUR\n20/11/2026;TRAVAIL;R2;1 234,00;EUR\n",
  ],
  [
    'Bulgarian bank',
    'Дата;Вальор;Основание;Контрагент;Дебит;Кредит;Салдо\n04.11.2026;04.11.2026;Хляб;Пекарна;12,50;;100,00\n20.11.2026;20.11.2026;Заплата;Работа;;1 234,00;1 334,00\n',
  ],
  [
    'American bank with a summary',
    'Description,,Summary Amt.\nBeginning balance as of 11/01/2026,,"112.50"\nTotal credits,,"1,234.00"\nTotal debits,,"-12.50"\nEnding balance as of 11/30/2026,,"1,334.00"\n\nDate,Description,Amount,Running Bal.\n11/01/2026,Beginning balance as of 11/01/2026,,"112.50"\n11/04/2026,"BAKERY","-12.50","100.00"\n11/20/2026,"WORK","1,234.00","1,334.00"\n',
  ],
  [
    'American bank without headings',
    '"11/04/2026","-12.50","*","","BAKERY ON MAIN"\n"11/20/2026","1234.00","*","","WORK PAYROLL"\n',
  ],
  [
    'American card with negative credits',
    'Status,Date,Description,Debit,Credit\nCleared,11/04/2026,"BAKERY",12.50,\nCleared,11/20/2026,"ONLINE PAYMENT",,-1234.00\n',
  ],
  [
    'American card',
    'Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit\n2026-11-04,2026-11-05,1234,BAKERY,Dining,12.50,\n2026-11-20,2026-11-21,1234,PAYMENT,Payment,,1234.00\n',
  ],
  [
    'British bank',
    'Number,Date,Account,Amount,Subcategory,Memo\n ,04/11/2026,20-00-00 12345678,-12.50,PAYMENT,BAKERY \t\n ,20/11/2026,20-00-00 12345678,1234.00,DIRECTDEP,WORK \t\n',
  ],
  [
    'British bank on the phone',
    'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In\ntx_1,04/11/2026,10:00:00,Card payment,Bakery,🥐,Eating out,-12.50,GBP,-12.50,GBP,,High St,,BAKERY LONDON,,-12.50,\ntx_2,20/11/2026,09:00:00,Faster payment,Work,,Income,1234.00,GBP,1234.00,GBP,Salary,,,WORK,,,1234.00\n',
  ],
  [
    'payment service',
    '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Balance"\n"04/11/2026","10:00:00","Europe/Berlin","Shop","Express Checkout Payment","Completed","EUR","-12,50","0,00","-12,50","a@x","b@x","ID1","0,00"\n"20/11/2026","10:00:00","Europe/Berlin","Friend","General Payment","Completed","EUR","1.234,00","0,00","1.234,00","b@x","a@x","ID2","1.234,00"\n',
  ],
  [
    'money transmitter',
    '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant\nCARD-1,04-11-2026,-12.50,EUR,"Card transaction of 12.50 EUR issued by Bakery",,100.00,,,,,,,Bakery\nTRANSFER-2,20-11-2026,1234.00,EUR,"Received money from WORK",Salary,1334.00,,,,WORK,,,\n',
  ],
  [
    'French direct bank',
    'dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance\n2026-11-04;2026-11-04;"CARTE 03/11/26 BOULANGERIE";"Alimentation";"Vie quotidienne";"boulangerie";-12,50;;00040123;BoursoBank;1334.00\n2026-11-20;2026-11-20;"VIR Travail";"Virements";"Revenus";"";"1 234,00";;00040123;BoursoBank;1334.00\n',
  ],
  [
    'French bank',
    'Téléchargement du 15/11/2026;\n\nCompte de Dépôt carte n° 123;\nSolde au 15/11/2026 1 334,00 €\n\nListe des opérations du compte entre le 01/11/2026 et le 15/11/2026;\n\nDate;Libellé;Débit euros;Crédit euros;\n20/11/2026;"VIREMENT EN VOTRE FAVEUR\nTRAVAIL   \n";;1 234,00;\n04/11/2026;"PAIEMENT PAR CARTE\nBOULANGERIE   \n";12,50;;\n',
  ],
  [
    'Dutch bank',
    '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Naam uiteindelijke partij","Naam initiërende partij","BIC tegenpartij","Code","Batch ID","Transactiereferentie","Machtigingskenmerk","Incassant ID","Betalingskenmerk","Omschrijving-1","Omschrijving-2","Omschrijving-3"\n"NL01RABO","EUR","RABONL2U","000000000000000001","2026-11-04","2026-11-04","-12,50","+100,00","","Bakker","","","","bc","","","","","","Betaalautomaat","",""\n"NL01RABO","EUR","RABONL2U","000000000000000002","2026-11-20","2026-11-20","+1234,00","+1334,00","NL02","Werk","","","","cb","","","","","","Loon","",""\n',
  ],
  [
    'Polish bank with lines before',
    'mBank S.A. Bankowość Detaliczna;\nSkrytka Pocztowa 2108;\n\n#Klient;\nEWA KOWALSKA;\n\nLista operacji;\n\n#Za okres:;\n01.11.2026;30.11.2026;\n\n#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;\n2026-11-20;"PRZELEW  WYNAGRODZENIE";eKonto 1234;"Wpływy";1 234,00 PLN;;\n2026-11-04;"PIEKARNIA  ZAKUP";eKonto 1234;"Żywność";-12,50 PLN;;\n',
  ],
  [
    'Polish bank',
    '"Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Saldo po transakcji","Opis transakcji","","","",""\n"2026-11-20","2026-11-20","Przelew na konto","+1234.00","PLN","+1334.00","Rachunek nadawcy: 12","Nazwa nadawcy: PRACA","Tytuł: PENSJA","",""\n"2026-11-04","2026-11-03","Płatność kartą","-12.50","PLN","+100.00","Tytuł: 1","Lokalizacja: Adres: PIEKARNIA","Data wykonania: 2026-11-03","",""\n',
  ],
  [
    'Czech bank',
    '"ID operace";"Datum";"Objem";"Měna";"Protiúčet";"Název protiúčtu";"Kód banky";"KS";"VS";"SS";"Poznámka";"Zpráva pro příjemce";"Typ";"Provedl"\n"1";"04.11.2026";"-12,50";"CZK";"";"";"";"";"";"";"Nákup: PEKÁRNA";"";"Platba kartou";"Eva"\n"2";"20.11.2026";"1234,00";"CZK";"123";"Práce";"0100";"";"";"";"mzda";"mzda";"Příjem";""\n',
  ],
  [
    'Brazilian bank',
    'Data,Valor,Identificador,Descrição\n04/11/2026,-12.50,6543-a,Compra no débito - PADARIA\n20/11/2026,1234.00,6543-b,Transferência recebida\n',
  ],
  [
    'Australian bank',
    '04/11/2026,"-12.50","BAKERY SYDNEY AUS","+100.00"\n20/11/2026,"+1234.00","Salary WORK","+1334.00"\n',
  ],
  [
    'American bank',
    'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nDEBIT,11/04/2026,"BAKERY",-12.50,DEBIT_CARD,100.00,,\nCREDIT,11/20/2026,"PAYROLL",1234.00,ACH_CREDIT,1334.00,,\n',
  ],
  [
    'Swiss bank',
    'Kontonummer:;0206 00123456.40;\nIBAN:;CH12;\nVon:;2026-11-01;\nBis:;2026-11-30;\nAnfangssaldo:;112.50;\nSchlusssaldo:;1334.00;\nBewertet in:;CHF;\nAnzahl Transaktionen in diesem Zeitraum:;2;\n\nAbschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;\n2026-11-20;;2026-11-20;2026-11-20;CHF;;1234.00;;1334.00;9930;"Arbeit AG";"Lohn";;;\n2026-11-04;10:00;2026-11-04;2026-11-04;CHF;-12.50;;;100.00;9931;"Bäckerei";"Zahlung";;;\n',
  ],
  [
    'Swiss post',
    'Datum von:;="01.11.2026"\nKategorie:;="Alle"\nKonto:;="CH12"\nWährung:;="CHF"\n\nDatum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n20.11.2026;Gutschrift;"GUTSCHRIFT ARBEIT";1234.00;;;Einkommen\n04.11.2026;Kauf;"KAUF BÄCKEREI";;-12.50;;Essen\n\nDisclaimer:\nDer Dokumentinhalt wurde durch Filtereinstellungen generiert.\n',
  ],
  [
    'Hungarian bank',
    '"117000";"T";-12.50;"HUF";"20261104";"20261104";100;"";"PÉKSÉG";"VÁSÁRLÁS KÁRTYÁVAL";""\n"117000";"J";1234;"HUF";"20261120";"20261120";1334;"11773";"MUNKA";"BÉR";""\n',
  ],
  [
    'charge card',
    'Date,Description,Card Member,Account #,Amount\n11/04/2026,BAKERY,E MUSTER,-1234,-12.50\n11/20/2026,REFUND,E MUSTER,-1234,1234.00\n',
  ],
  [
    'Indian bank',
    'S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount(INR),Deposit Amount(INR),Balance(INR)\n1,04/11/2026,04/11/2026,-,UPI/BAKERY,12.50,0.00,100.00\n2,20/11/2026,20/11/2026,-,NEFT/WORK,0.00,"1,234.00","1,334.00"\n',
  ],
  [
    'British bank, in before out',
    'Date,Description,Money in,Money out,Balance\n20/11/2026,WORK,"1,234.00",,"1,334.00"\n04/11/2026,BAKERY,,12.50,100.00\n',
  ],
  [
    'Russian bank',
    '"Дата операции";"Дата платежа";"Номер карты";"Статус";"Сумма операции";"Валюта операции";"Сумма платежа";"Валюта платежа";"Кэшбэк";"Категория";"MCC";"Описание";"Бонусы (включая кэшбэк)"\n"04.11.2026 10:00:00";"04.11.2026";"*1234";"OK";"-12,50";"RUB";"-12,50";"RUB";"";"Еда";"5462";"Пекарня";"0,00"\n"20.11.2026 09:00:00";"20.11.2026";"";"OK";"1234,00";"RUB";"1234,00";"RUB";"";"Зарплата";"";"Работа";"0,00"\n',
  ],
  [
    'Turkish bank',
    'Tarih;Açıklama;Etiket;Tutar;Bakiye;Dekont No\n04/11/2026;FIRIN;Market;-12,50;100,00;1\n20/11/2026;MAAŞ;Maaş;1.234,00;1.334,00;2\n',
  ],
]

for (const [name, text] of banks)
  test(`a file is read as it is meant without any correction: ${name}`, () => {
    const { mapping, rows } = readCsv(text, { filename: 'file.csv' })
    const found = [...rows].map((row) =>
      isBad(row) ? JSON.stringify(row.faults) : `${row.date} ${Number(row.amount)}`,
    )
    const roles = mapping.columns
      .filter(({ role }) => role !== 'ignore')
      .map((one) => `${one.name}: ${one.role}`)
    assert.deepEqual(new Set(found), new Set(['2026-11-04 -12.5', '2026-11-20 1234']), roles.join(', '))
    assert.equal(found.length, 2)
    assert(roles.some((role) => /: (?:text|payee)$/.test(role)))
  })
