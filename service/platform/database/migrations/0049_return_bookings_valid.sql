-- expand
alter table booking validate constraint booking_parcel;
