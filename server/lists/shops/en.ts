/**
 * Words of bank statements in English, by the category of the ready-made set that they mean: names of chains first, then words that any shop may have.
 * A line of words is one phrase only where it is written with a plus sign. All are in lower case and without accents.
 */
export const en: Readonly<Record<string, string>> = {
  Groceries:
    'tesco sainsbury sainsburys asda morrisons waitrose ocado iceland lidl aldi walmart kroger safeway publix wegmans costco target trader+joe ' +
    'trader+joes whole+foods wholefoods albertsons meijer heb giant+food food+lion stop+shop coop co+op spar loblaws sobeys metro+inc woolworths coles ' +
    'countdown supervalu dunnes centra grocery groceries supermarket supermarkets greengrocer butcher butchers bakery deli farmers+market',
  'Eating out':
    'starbucks costa mcdonald mcdonalds burger+king kfc subway wendys taco+bell chipotle dominos domino pizza+hut papa+johns nandos greggs pret ' +
    'pret+manger panera dunkin tim+hortons five+guys shake+shack deliveroo doordash grubhub uber+eats ubereats just+eat justeat ' +
    'restaurant restaurants cafe coffee pizzeria bistro diner pub grill takeaway kebab sushi brasserie tavern brewery eatery',
  Rent: 'rent landlord letting lettings tenancy mortgage realty property+management housing+association',
  Utilities:
    'british+gas edf eon octopus+energy scottish+power thames+water severn+trent national+grid con+edison pg+e duke+energy ' +
    'electricity electric gas+bill water+bill energy utility utilities sewage council+water power+company heating',
  'Phone and internet':
    'vodafone o2 ee+limited three+uk giffgaff bt+group virgin+media talktalk sky+broadband verizon t+mobile tmobile at+t sprint comcast xfinity ' +
    'spectrum cox+communications telstra optus rogers telus mobile+bill broadband internet+bill phone+bill telecom',
  Household:
    'ikea homebase wickes b+q screwfix argos dunelm home+depot homedepot lowes bed+bath wayfair ace+hardware bunnings hardware furniture ' +
    'garden+centre garden+center homeware appliances laundry cleaning',
  Transport:
    'tfl oyster trainline national+rail amtrak greyhound uber lyft bolt citymapper mta bart metro subway+fare bus train railway rail tram taxi cab ' +
    'parking+meter scooter lime+ride bike+hire ferry',
  Car: 'shell bp esso texaco exxon exxonmobil chevron mobil arco valero sunoco petrol fuel gas+station garage mechanic tyre tyres tire tires mot+test dvla autozone carwash car+wash parking toll halfords kwik+fit aaa+roadside',
  Health:
    'boots superdrug cvs walgreens rite+aid lloyds+pharmacy pharmacy chemist dentist dental doctor clinic hospital optician opticians specsavers ' +
    'optometrist physio physiotherapy medical surgery drugstore gp+practice',
  Clothing:
    'primark next+retail zara h+m hm uniqlo gap old+navy asos marks+spencer tk+maxx tj+maxx nike adidas levis macys nordstrom clothing clothes shoes fashion apparel tailor',
  Education:
    'university college school tuition course udemy coursera bookshop textbook textbooks library+fine training',
  Children: 'nursery childcare daycare toys toysrus smyths mothercare babysitter kindergarten playgroup',
  Pets: 'petsmart petco pets+home chewy vet vets veterinary pet+food kennel',
  Leisure:
    'cinema odeon vue cineworld amc+theatres regal+cinemas theatre theater concert ticketmaster museum gym fitness puregym planet+fitness swimming bowling ' +
    'waterstones steam+games playstation xbox nintendo golf zoo hobby',
  Travel:
    'booking+com airbnb expedia hotels+com hilton marriott hyatt premier+inn travelodge hotel hostel ryanair easyjet british+airways delta+air united+airlines ' +
    'american+airlines southwest+airlines jetblue airlines airways airport holiday hertz avis europcar rent+car',
  Subscriptions:
    'netflix spotify disney disneyplus hulu hbo prime+video amazon+prime audible youtube+premium apple+com itunes icloud google+one google+storage dropbox adobe ' +
    'patreon nytimes new+york+times guardian economist substack github openai subscription membership',
  Gifts: 'florist flowers interflora gift gifts donation donations charity oxfam unicef red+cross justgiving',
  Insurance:
    'insurance aviva axa allianz admiral geico progressive+ins state+farm allstate direct+line aetna cigna bupa premium+ins assurance',
  Taxes: 'hmrc irs council+tax income+tax taxes property+tax state+tax us+treasury+tax',
  'Bank fees':
    'account+fee overdraft bank+charge bank+charges monthly+fee service+charge foreign+transaction+fee atm+fee late+fee interest+charged card+fee',
  Salary: 'salary payroll wages wage payslip direct+dep pay+cheque paycheck gusto adp+payroll',
  Interest: 'interest interest+paid interest+earned dividend dividends',
  'Other income': 'tax+refund benefit child+benefit pension social+security unemployment',
}
