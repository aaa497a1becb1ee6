-- Constants: the ids are ours, and nothing but their endpoints and these migrations knows them (design page §3).

create table customertype (id int primary key, name text not null unique);
insert into customertype values (1, 'Company'), (2, 'Individual');

create table customerstatus (id int primary key, name text not null unique);
insert into customerstatus values (1, 'Active'), (2, 'Inactive');

create table linetype (id int primary key, name text not null unique);
insert into linetype values (1, 'Sale'), (2, 'Discount'), (3, 'Fee'), (4, 'Note'), (5, 'Return'), (9, 'Shipping');

create table object (id int primary key, name text not null unique, can_linetype boolean not null);
insert into object values
  (1, 'customer', false), (2, 'part', false), (3, 'salesorder', true), (4, 'quote', true), (5, 'transferorder', true),
  (6, 'useorder', true), (7, 'returnorder', true), (8, 'pick', true), (9, 'pack', true), (10, 'ship', true),
  (11, 'pickup', true), (12, 'carton', false), (13, 'invoice', false), (14, 'inventory', false), (15, 'webhook', false);

-- Which line types each kind of transaction takes.
create table reflinktypelinetype (
  id int primary key generated always as identity,
  object_id int not null references object,
  linetype_id int not null references linetype,
  unique (object_id, linetype_id)
);
insert into reflinktypelinetype (object_id, linetype_id)
  select o.id, l.id from object o cross join linetype l
  where o.can_linetype and (o.name in ('salesorder', 'quote', 'returnorder') or l.id = 1)
  order by o.id, l.id;

create table salesorderstatus (id int primary key, name text not null unique);
insert into salesorderstatus values
  (1, 'Draft'), (2, 'Issued'), (3, 'In Progress'), (4, 'Fulfilled'), (5, 'Closed Short'), (6, 'Void');

create table pickstatus (id int primary key, name text not null unique);
create table packstatus (id int primary key, name text not null unique);
create table shipstatus (id int primary key, name text not null unique);
insert into pickstatus values (1, 'Open'), (2, 'Finished'), (3, 'Void');
insert into packstatus values (1, 'Open'), (2, 'Finished'), (3, 'Void');
insert into shipstatus values (1, 'Open'), (2, 'Finished'), (3, 'Void');

create table cartonstatus (id int primary key, name text not null unique);
insert into cartonstatus values (1, 'Open'), (2, 'Closed'), (3, 'Locked');

create table parttype (id int primary key, name text not null unique);
insert into parttype values (1, 'Inventory'), (2, 'Non-Inventory'), (3, 'Kit'), (4, 'Alias'), (5, 'Shipping');

create table buildtype (id int primary key, name text not null unique);
insert into buildtype values (1, 'Purchased'), (2, 'Built'), (3, 'Built to Order');

create table sitetype (id int primary key, name text not null unique);
insert into sitetype values (1, 'Warehouse'), (2, 'Store'), (3, 'Supplier');

create table locationtype (id int primary key, name text not null unique);
insert into locationtype values (1, 'Storage'), (2, 'Moving'), (3, 'Carton');

create table task (id int primary key, name text not null unique);
insert into task values (1, 'Pick'), (2, 'Pack'), (3, 'Ship'), (4, 'Pickup');

create table emailtype (id int primary key, name text not null unique);
insert into emailtype values (1, 'Main'), (2, 'Billing'), (3, 'Shipping'), (4, 'Other');
create table phonetype (id int primary key, name text not null unique);
insert into phonetype values (1, 'Main'), (2, 'Mobile'), (3, 'Fax'), (4, 'Other');
create table addresstype (id int primary key, name text not null unique);
insert into addresstype values (1, 'Main'), (2, 'Billing'), (3, 'Shipping'), (4, 'Other');

create table usertype (id int primary key, name text not null unique);
insert into usertype values (1, 'Standard'), (2, 'API'), (3, 'Engine');

-- Kinds of things that happen (spec 6). `object` names the resource whose record the event is about.
create table event (id int primary key, name text not null unique, object text not null, description text not null);
insert into event values
  (1, 'customer.created', 'customer', 'A customer was created'),
  (2, 'customer.modified', 'customer', 'A customer, or a record that belongs to it, was changed'),
  (3, 'customer.deleted', 'customer', 'A customer was deleted'),
  (4, 'part.created', 'part', 'A part was created'),
  (5, 'part.modified', 'part', 'A part was changed'),
  (6, 'part.deleted', 'part', 'A part was deleted'),
  (10, 'salesorder.created', 'salesorder', 'A sales order was created'),
  (11, 'salesorder.modified', 'salesorder', 'A sales order, its lines, discounts or fees were changed'),
  (12, 'salesorder.deleted', 'salesorder', 'A draft sales order was deleted'),
  (13, 'salesorder.issued', 'salesorder', 'A sales order was issued and its steps were planned'),
  (14, 'salesorder.unissued', 'salesorder', 'A sales order went back to draft; what it had taken was given back'),
  (15, 'salesorder.held', 'salesorder', 'A sales order was put on hold'),
  (16, 'salesorder.released', 'salesorder', 'The hold on a sales order ended'),
  (17, 'salesorder.voided', 'salesorder', 'A sales order was voided'),
  (18, 'salesorder.closedshort', 'salesorder', 'A sales order was closed with part of it not delivered'),
  (19, 'salesorder.fulfilled', 'salesorder', 'Everything on a sales order was picked up'),
  (20, 'salesorder.stocked', 'salesorder', 'Stock that a sales order was short of arrived and was reserved for it'),
  (21, 'salesorder.attention', 'salesorder', 'A sales order needs a person'),
  (22, 'salesorder.replanned', 'salesorder', 'The plan of an issued sales order was changed'),
  (30, 'pick.created', 'pick', 'A pick was created'),
  (31, 'pick.finished', 'pick', 'A pick was finished'),
  (32, 'pick.deleted', 'pick', 'A pick was deleted; what it had taken was given back'),
  (33, 'pickline.committed', 'pickline', 'A line of a pick was moved from storage to the moving location'),
  (40, 'pack.created', 'pack', 'A pack was created'),
  (41, 'pack.finished', 'pack', 'A pack was finished; its cartons are closed'),
  (42, 'pack.deleted', 'pack', 'A pack was deleted'),
  (43, 'carton.created', 'carton', 'A carton was created'),
  (44, 'carton.modified', 'carton', 'Details or contents of a carton were changed'),
  (45, 'carton.closed', 'carton', 'A carton was closed'),
  (46, 'carton.locked', 'carton', 'A carton was picked up and locked'),
  (47, 'carton.deleted', 'carton', 'A carton was deleted'),
  (50, 'ship.created', 'ship', 'A ship was created'),
  (51, 'ship.finished', 'ship', 'A ship was finished'),
  (52, 'ship.deleted', 'ship', 'A ship was deleted'),
  (60, 'pickup.created', 'pickup', 'Cartons or orders were picked up'),
  (61, 'invoice.created', 'invoice', 'An invoice was made'),
  (70, 'inventory.adjusted', 'inventorymovement', 'Stock was put in or taken out');

create table country (code text primary key, name text not null);
create index country_name on country (lower(name));
insert into country values
  ('AD', 'Andorra'),
  ('AE', 'United Arab Emirates'),
  ('AF', 'Afghanistan'),
  ('AG', 'Antigua & Barbuda'),
  ('AI', 'Anguilla'),
  ('AL', 'Albania'),
  ('AM', 'Armenia'),
  ('AO', 'Angola'),
  ('AQ', 'Antarctica'),
  ('AR', 'Argentina'),
  ('AS', 'American Samoa'),
  ('AT', 'Austria'),
  ('AU', 'Australia'),
  ('AW', 'Aruba'),
  ('AX', 'Åland Islands'),
  ('AZ', 'Azerbaijan'),
  ('BA', 'Bosnia & Herzegovina'),
  ('BB', 'Barbados'),
  ('BD', 'Bangladesh'),
  ('BE', 'Belgium'),
  ('BF', 'Burkina Faso'),
  ('BG', 'Bulgaria'),
  ('BH', 'Bahrain'),
  ('BI', 'Burundi'),
  ('BJ', 'Benin'),
  ('BL', 'St. Barthélemy'),
  ('BM', 'Bermuda'),
  ('BN', 'Brunei'),
  ('BO', 'Bolivia'),
  ('BQ', 'Caribbean Netherlands'),
  ('BR', 'Brazil'),
  ('BS', 'Bahamas'),
  ('BT', 'Bhutan'),
  ('BV', 'Bouvet Island'),
  ('BW', 'Botswana'),
  ('BY', 'Belarus'),
  ('BZ', 'Belize'),
  ('CA', 'Canada'),
  ('CC', 'Cocos (Keeling) Islands'),
  ('CD', 'Congo - Kinshasa'),
  ('CF', 'Central African Republic'),
  ('CG', 'Congo - Brazzaville'),
  ('CH', 'Switzerland'),
  ('CI', 'Côte d’Ivoire'),
  ('CK', 'Cook Islands'),
  ('CL', 'Chile'),
  ('CM', 'Cameroon'),
  ('CN', 'China'),
  ('CO', 'Colombia'),
  ('CR', 'Costa Rica'),
  ('CU', 'Cuba'),
  ('CV', 'Cape Verde'),
  ('CW', 'Curaçao'),
  ('CX', 'Christmas Island'),
  ('CY', 'Cyprus'),
  ('CZ', 'Czechia'),
  ('DE', 'Germany'),
  ('DJ', 'Djibouti'),
  ('DK', 'Denmark'),
  ('DM', 'Dominica'),
  ('DO', 'Dominican Republic'),
  ('DZ', 'Algeria'),
  ('EC', 'Ecuador'),
  ('EE', 'Estonia'),
  ('EG', 'Egypt'),
  ('EH', 'Western Sahara'),
  ('ER', 'Eritrea'),
  ('ES', 'Spain'),
  ('ET', 'Ethiopia'),
  ('FI', 'Finland'),
  ('FJ', 'Fiji'),
  ('FK', 'Falkland Islands'),
  ('FM', 'Micronesia'),
  ('FO', 'Faroe Islands'),
  ('FR', 'France'),
  ('GA', 'Gabon'),
  ('GB', 'United Kingdom'),
  ('GD', 'Grenada'),
  ('GE', 'Georgia'),
  ('GF', 'French Guiana'),
  ('GG', 'Guernsey'),
  ('GH', 'Ghana'),
  ('GI', 'Gibraltar'),
  ('GL', 'Greenland'),
  ('GM', 'Gambia'),
  ('GN', 'Guinea'),
  ('GP', 'Guadeloupe'),
  ('GQ', 'Equatorial Guinea'),
  ('GR', 'Greece'),
  ('GS', 'South Georgia & South Sandwich Islands'),
  ('GT', 'Guatemala'),
  ('GU', 'Guam'),
  ('GW', 'Guinea-Bissau'),
  ('GY', 'Guyana'),
  ('HK', 'Hong Kong SAR China'),
  ('HM', 'Heard & McDonald Islands'),
  ('HN', 'Honduras'),
  ('HR', 'Croatia'),
  ('HT', 'Haiti'),
  ('HU', 'Hungary'),
  ('ID', 'Indonesia'),
  ('IE', 'Ireland'),
  ('IL', 'Israel'),
  ('IM', 'Isle of Man'),
  ('IN', 'India'),
  ('IO', 'British Indian Ocean Territory'),
  ('IQ', 'Iraq'),
  ('IR', 'Iran'),
  ('IS', 'Iceland'),
  ('IT', 'Italy'),
  ('JE', 'Jersey'),
  ('JM', 'Jamaica'),
  ('JO', 'Jordan'),
  ('JP', 'Japan'),
  ('KE', 'Kenya'),
  ('KG', 'Kyrgyzstan'),
  ('KH', 'Cambodia'),
  ('KI', 'Kiribati'),
  ('KM', 'Comoros'),
  ('KN', 'St. Kitts & Nevis'),
  ('KP', 'North Korea'),
  ('KR', 'South Korea'),
  ('KW', 'Kuwait'),
  ('KY', 'Cayman Islands'),
  ('KZ', 'Kazakhstan'),
  ('LA', 'Laos'),
  ('LB', 'Lebanon'),
  ('LC', 'St. Lucia'),
  ('LI', 'Liechtenstein'),
  ('LK', 'Sri Lanka'),
  ('LR', 'Liberia'),
  ('LS', 'Lesotho'),
  ('LT', 'Lithuania'),
  ('LU', 'Luxembourg'),
  ('LV', 'Latvia'),
  ('LY', 'Libya'),
  ('MA', 'Morocco'),
  ('MC', 'Monaco'),
  ('MD', 'Moldova'),
  ('ME', 'Montenegro'),
  ('MF', 'St. Martin'),
  ('MG', 'Madagascar'),
  ('MH', 'Marshall Islands'),
  ('MK', 'North Macedonia'),
  ('ML', 'Mali'),
  ('MM', 'Myanmar (Burma)'),
  ('MN', 'Mongolia'),
  ('MO', 'Macao SAR China'),
  ('MP', 'Northern Mariana Islands'),
  ('MQ', 'Martinique'),
  ('MR', 'Mauritania'),
  ('MS', 'Montserrat'),
  ('MT', 'Malta'),
  ('MU', 'Mauritius'),
  ('MV', 'Maldives'),
  ('MW', 'Malawi'),
  ('MX', 'Mexico'),
  ('MY', 'Malaysia'),
  ('MZ', 'Mozambique'),
  ('NA', 'Namibia'),
  ('NC', 'New Caledonia'),
  ('NE', 'Niger'),
  ('NF', 'Norfolk Island'),
  ('NG', 'Nigeria'),
  ('NI', 'Nicaragua'),
  ('NL', 'Netherlands'),
  ('NO', 'Norway'),
  ('NP', 'Nepal'),
  ('NR', 'Nauru'),
  ('NU', 'Niue'),
  ('NZ', 'New Zealand'),
  ('OM', 'Oman'),
  ('PA', 'Panama'),
  ('PE', 'Peru'),
  ('PF', 'French Polynesia'),
  ('PG', 'Papua New Guinea'),
  ('PH', 'Philippines'),
  ('PK', 'Pakistan'),
  ('PL', 'Poland'),
  ('PM', 'St. Pierre & Miquelon'),
  ('PN', 'Pitcairn Islands'),
  ('PR', 'Puerto Rico'),
  ('PS', 'Palestinian Territories'),
  ('PT', 'Portugal'),
  ('PW', 'Palau'),
  ('PY', 'Paraguay'),
  ('QA', 'Qatar'),
  ('RE', 'Réunion'),
  ('RO', 'Romania'),
  ('RS', 'Serbia'),
  ('RU', 'Russia'),
  ('RW', 'Rwanda'),
  ('SA', 'Saudi Arabia'),
  ('SB', 'Solomon Islands'),
  ('SC', 'Seychelles'),
  ('SD', 'Sudan'),
  ('SE', 'Sweden'),
  ('SG', 'Singapore'),
  ('SH', 'St. Helena'),
  ('SI', 'Slovenia'),
  ('SJ', 'Svalbard & Jan Mayen'),
  ('SK', 'Slovakia'),
  ('SL', 'Sierra Leone'),
  ('SM', 'San Marino'),
  ('SN', 'Senegal'),
  ('SO', 'Somalia'),
  ('SR', 'Suriname'),
  ('SS', 'South Sudan'),
  ('ST', 'São Tomé & Príncipe'),
  ('SV', 'El Salvador'),
  ('SX', 'Sint Maarten'),
  ('SY', 'Syria'),
  ('SZ', 'Eswatini'),
  ('TC', 'Turks & Caicos Islands'),
  ('TD', 'Chad'),
  ('TF', 'French Southern Territories'),
  ('TG', 'Togo'),
  ('TH', 'Thailand'),
  ('TJ', 'Tajikistan'),
  ('TK', 'Tokelau'),
  ('TL', 'Timor-Leste'),
  ('TM', 'Turkmenistan'),
  ('TN', 'Tunisia'),
  ('TO', 'Tonga'),
  ('TR', 'Türkiye'),
  ('TT', 'Trinidad & Tobago'),
  ('TV', 'Tuvalu'),
  ('TW', 'Taiwan'),
  ('TZ', 'Tanzania'),
  ('UA', 'Ukraine'),
  ('UG', 'Uganda'),
  ('UM', 'U.S. Outlying Islands'),
  ('US', 'United States'),
  ('UY', 'Uruguay'),
  ('UZ', 'Uzbekistan'),
  ('VA', 'Vatican City'),
  ('VC', 'St. Vincent & Grenadines'),
  ('VE', 'Venezuela'),
  ('VG', 'British Virgin Islands'),
  ('VI', 'U.S. Virgin Islands'),
  ('VN', 'Vietnam'),
  ('VU', 'Vanuatu'),
  ('WF', 'Wallis & Futuna'),
  ('WS', 'Samoa'),
  ('YE', 'Yemen'),
  ('YT', 'Mayotte'),
  ('ZA', 'South Africa'),
  ('ZM', 'Zambia'),
  ('ZW', 'Zimbabwe');

-- Names in common use beside the one above.
create table countryalias (name text primary key, code text not null references country);
insert into countryalias values ('usa', 'US'), ('uk', 'GB'), ('great britain', 'GB'), ('england', 'GB'), ('holland', 'NL'), ('the netherlands', 'NL'), ('czech republic', 'CZ'), ('turkey', 'TR'), ('russian federation', 'RU'), ('south korea', 'KR'), ('viet nam', 'VN'), ('united states of america', 'US');
