/** The same for statements in Polish. */
export const pl: Readonly<Record<string, string>> = {
  Groceries:
    'biedronka lidl auchan carrefour kaufland dino+polska dino+sa stokrotka zabka polomarket polo+market lewiatan intermarche freshmarket delikatesy delikatesy+centrum ' +
    'sklep+groszek topaz+market spolem makro selgros leclerc frisco barbora chata+polska sklep+spozywczy spozywczy spozywcze art+spozywcze piekarnia piekarnie warzywniak ' +
    'warzywa owoce+warzywa sklep+miesny rzeznik masarnia wedliny putka monopolowy targowisko supermarket',
  'Eating out':
    'restauracja kawiarnia pizzeria kebab bar+mleczny bistro pyszne pyszne+pl glovo wolt da+grasso telepizza north+fish salad+story sphinx green+caffe ' +
    'costa+coffee mcdonalds kfc pizza+hut burger+king lodziarnia cukiernia stolowka gospoda karczma nalesnikarnia zapiekanki bobby+burger pasibus max+premium+burgers catering',
  Rent: 'czynsz najem wynajem czynsz+najmu spoldzielnia+mieszkaniowa wspolnota+mieszkaniowa kredyt+hipoteczny odstepne',
  Utilities:
    'pge tauron enea energa innogy fortum pgnig veolia mpwik aquanet wodociagi mpec prad energia+elektryczna gaz+faktura gazownia ogrzewanie odpady+komunalne ' +
    'smieci gospodarowanie+odpadami abonament+rtv oplata+media',
  'Phone and internet':
    'orange+polska orange t+mobile polkomtel plus+gsm p4 play+p4 netia upc+polska vectra inea toya nju+mobile heyah virgin+mobile multimedia+polska premium+mobile ' +
    'mobile+vikings doladowanie doladowanie+telefonu telefon+faktura internet+faktura',
  Household:
    'ikea leroy+merlin castorama bricomarche mrowka jysk agata+meble black+red+white bodzio pepco rossmann hebe drogeria drogerie+natura media+expert ' +
    'rtv+euro+agd euro+rtv+agd euro+net neonet komputronik x+kom dealz home+you duka meble pralnia budowlany ogrodniczy chemia+gospodarcza',
  Transport:
    'pkp pkp+intercity koleje+mazowieckie koleje+slaskie koleje+dolnoslaskie koleje+wielkopolskie polregio koleo ztm mpk mzk skm wkd pks jakdojade mobilet ' +
    'skycash itaxi taxi bolt uber freenow bilet bilet+miesieczny bilet+kolejowy flixbus blablacar metro+warszawskie veturilo autobus taksowka',
  Car: 'orlen pkn+orlen stacja+paliw circle+k lotos moya amic paliwo myjnia autostrada autostrady stalexport autopay+autostrady stacja+kontroli+pojazdow warsztat mechanika+pojazdowa autoserwis auto+serwis opony wulkanizacja inter+cars norauto traficar panek+carsharing strefa+parkowania parkowanie',
  Health:
    'apteka apteki apteka+gemini doz+pl ziko super+pharm lux+med luxmed medicover enel+med enelmed przychodnia szpital stomatolog stomatologia stomatologiczny ' +
    'stomatologiczna dentysta lekarz optyk vision+express fizjoterapia rehabilitacja diagnostyka alab synevo gabinet+lekarski znanylekarz znany+lekarz okulista ortodonta psycholog psychoterapia',
  Clothing:
    'reserved lpp sinsay cropp mohito ccc eobuwie modivo zalando half+price tk+maxx vistula wolczanka kazar gino+rossi rylko bershka stradivarius pull+bear new+yorker ' +
    'odziez obuwie krawiec szewc',
  Education:
    'uniwersytet politechnika szkola szkola+jezykowa czesne korepetycje szkolenie ksiegarnia podreczniki taniaksiazka',
  Children: 'przedszkole zlobek smyk zabawki rada+rodzicow klub+malucha opiekunka',
  Pets: 'weterynarz weterynaryjny weterynaryjna lecznica+zwierzat gabinet+weterynaryjny maxi+zoo kakadu sklep+zoologiczny zooplus',
  Leisure:
    'multikino cinema+city helios+sa kino teatr muzeum filharmonia opera koncert ebilet empik silownia multisport benefit+systems zdrofit just+gym basen aquapark ' +
    'plywalnia kregielnia ogrod+zoologiczny lotto decathlon',
  Travel:
    'pensjonat nocleg noclegi wizz+air wizzair ryanair pll+lot lot+polish+airlines itaka rainbow+tours coral+travel esky lotnisko biuro+podrozy apartamenty wakacje+pl',
  Subscriptions:
    'hbo+max canal+plus player+pl polsat+box cyfrowy+polsat legimi storytel audioteka empik+go prenumerata subskrypcja wyborcza allegro+smart skladka+czlonkowska',
  Gifts: 'kwiaciarnia kwiaty poczta+kwiatowa darowizna wosp fundacja siepomaga zrzutka prezent upominki',
  Insurance:
    'pzu pzu+zycie warta ergo+hestia hestia link4 compensa interrisk wiener+tu proama ubezpieczenie ubezpieczenia nationale+nederlanden polisa skladka+oc',
  Taxes: 'urzad+skarbowy podatek podatek+od+nieruchomosci pit+37 mikrorachunek zus',
  'Bank fees':
    'prowizja prowizje prowadzenie+rachunku prowadzenie+konta oplata+karte oplata+karty oplata+rachunku oplata+przelew oplata+bankowa odsetki+karne odsetki+debetowe',
  Salary:
    'wynagrodzenie pensja wyplata wyplata+wynagrodzenia lista+plac premia umowa+zlecenie umowa+o+prace pobory',
  Interest: 'odsetki kapitalizacja kapitalizacja+odsetek dywidenda',
  'Other income':
    '800+plus 500+plus swiadczenie+wychowawcze zasilek emerytura renta zus zwrot+podatku urzad+skarbowy alimenty stypendium',
}
